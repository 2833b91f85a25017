class Stator < Formula
  desc "@SUMMARY@"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license "Apache-2.0"

  # There is no build for macOS.
  depends_on :linux

  on_intel do
    url "@RELEASES@/v@VERSION@/stator-@VERSION@-linux-x64.tar.gz"
    sha256 "@SHA256_X64@"
  end
  # arm64: begin
  on_arm do
    url "@RELEASES@/v@VERSION@/stator-@VERSION@-linux-arm64.tar.gz"
    sha256 "@SHA256_ARM64@"
  end
  # arm64: end

  def install
    bin.install "stator"
    man1.install "stator.1.gz"
    bash_completion.install "completions/stator.bash" => "stator"
    zsh_completion.install "completions/_stator"
    fish_completion.install "completions/stator.fish"
  end

  service do
    run [opt_bin/"stator", "--db-path", var/"stator"]
    keep_alive true
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/stator --version")
  end
end
