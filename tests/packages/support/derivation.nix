# What the derivation says of itself for a system, without nixpkgs.
{ derivation, system }:
import derivation {
  lib.licenses.asl20 = "Apache-2.0";
  stdenvNoCC = { hostPlatform = { inherit system; }; mkDerivation = facts: facts; };
  fetchurl = facts: facts;
  installShellFiles = "installShellFiles";
}
