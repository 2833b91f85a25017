// Asio and Beast, compiled once for the limit servers.
#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
