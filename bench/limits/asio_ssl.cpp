// Asio's TLS, compiled once for limit-tls.
#include <boost/asio/ssl/impl/src.hpp>
