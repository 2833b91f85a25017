// Asio's TLS, compiled once for the limit server that speaks it.
#include <boost/asio/ssl/impl/src.hpp>
