# What the packages say about the project, for the scripts of this folder: sourced, not run.
# Before the first release, put the real addresses here; nothing else names them.
homepage=https://stator.example
repository=https://stator.example/stator
# Where the files of a release lie, below v1.2.3/.
releases=https://stator.example/stator/releases/download
maintainer=maintainers@stator.example
summary="A local DynamoDB-compatible server for tests"
version=$(sed -n 's/^project(stator VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
# All files in packages have the time of the last commit, so that packages can be built again.
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH
