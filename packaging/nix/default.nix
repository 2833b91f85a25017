{ lib, stdenvNoCC, fetchurl, installShellFiles }:

let
  version = "@VERSION@";
  release = name: sha256: fetchurl {
    url = "@RELEASES@/v${version}/stator-${version}-${name}.tar.gz";
    inherit sha256;
  };
  sources = {
    x86_64-linux = release "linux-x64" "@SHA256_X64@";
    # arm64: begin
    aarch64-linux = release "linux-arm64" "@SHA256_ARM64@";
    # arm64: end
  };
  system = stdenvNoCC.hostPlatform.system;
in
stdenvNoCC.mkDerivation {
  pname = "stator";
  inherit version;
  src = sources.${system} or (throw "stator: there is no program for ${system}");

  nativeBuildInputs = [ installShellFiles ];
  dontConfigure = true;
  dontBuild = true;
  # The program is static, so there is nothing to patch.
  dontPatchELF = true;

  installPhase = ''
    runHook preInstall
    install -D -m 755 stator $out/bin/stator
    installManPage stator.1.gz
    installShellCompletion completions/stator.bash completions/_stator completions/stator.fish
    runHook postInstall
  '';

  meta = {
    description = "@SUMMARY@";
    homepage = "@HOMEPAGE@";
    license = lib.licenses.asl20;
    platforms = builtins.attrNames sources;
    mainProgram = "stator";
  };
}
