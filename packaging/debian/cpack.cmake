# CPack's configuration of the Debian package, built from a tree that packaging/stage has laid out.
# Environment variables describe it: STAGE, VERSION, ARCHITECTURE, MAINTAINER, HOMEPAGE.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME stator)
set(CPACK_PACKAGE_VENDOR "The Stator maintainers")
set(CPACK_PACKAGE_VERSION $ENV{VERSION})
set(CPACK_INSTALLED_DIRECTORIES "$ENV{STAGE};/")
set(CPACK_PACKAGING_INSTALL_PREFIX /)
set(CPACK_STRIP_FILES FALSE)
set(CPACK_SET_DESTDIR FALSE)

set(CPACK_PACKAGE_FILE_NAME stator)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE $ENV{ARCHITECTURE})
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The Stator maintainers <$ENV{MAINTAINER}>")
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE $ENV{HOMEPAGE})
set(CPACK_DEBIAN_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# The program is static, so it does not depend on other packages in any release.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS awscli)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "local DynamoDB-compatible server for tests")
set(CPACK_PACKAGE_DESCRIPTION
"Any AWS SDK, command line, ORM or tool can be pointed at Stator instead of
Amazon DynamoDB. It answers with DynamoDB's own validation, messages, limits
and capacity figures, in memory or from one data file.

Its laboratory makes happen in a test what production does on a bad day:
stale reads, throttling, lost replies, hostile streams, on a clock that
tests can move. It is not a production database.")
