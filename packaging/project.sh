# The packages' information about the project, for the scripts of this folder. Source this file, do
# not run it. Before the first release, enter the real addresses here; no other file contains them.
homepage=https://stator.example
repository=https://stator.example/stator
# The address of a release's files, without v1.2.3/.
releases=https://stator.example/stator/releases/download
maintainer=maintainers@stator.example
summary="A local DynamoDB-compatible server for tests"
version=$(sed -n 's/^project(stator VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
# All files in packages have the time of the last commit, so that the packages are reproducible.
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH
