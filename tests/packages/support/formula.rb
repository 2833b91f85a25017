# Installs a formula as Homebrew would, without Homebrew: checks the download, runs `install` in its
# unpacked directory, then `test`.
#
# usage: ruby formula.rb FORMULA TARBALL intel|arm PREFIX
require "digest"
require "English"
require "fileutils"
require "pathname"
require "tmpdir"

# A directory of the prefix, into which a formula installs files.
class Pathname
  def install(what)
    mkpath
    (what.is_a?(Hash) ? what : { what => File.basename(what) }).each do |source, name|
      FileUtils.cp(source, self / name)
    end
  end
end

# Takes down what a formula says of itself, and has the directories that it installs into.
class Formula
  class << self
    attr_reader :said, :to_run, :to_test

    %i[desc homepage version license url sha256 depends_on].each do |word|
      define_method(word) { |value| (@said ||= {})[word] = value }
    end

    def on_intel(&block) = (block.call if PROCESSOR == "intel")

    def on_arm(&block) = (block.call if PROCESSOR == "arm")

    def service(&block) = @to_run = block

    def test(&block) = @to_test = block
  end

  { bin: "bin", opt_bin: "bin", var: "var", man1: "share/man/man1", bash_completion: "etc/bash_completion.d",
    zsh_completion: "share/zsh/site-functions", fish_completion: "share/fish/vendor_completions.d" }
    .each { |name, place| define_method(name) { PREFIX / place } }

  def version = self.class.said[:version]

  def shell_output(command)
    said = `#{command}`
    raise "#{command} ends with #{$CHILD_STATUS}" unless $CHILD_STATUS.success?

    said
  end

  def assert_match(expected, said)
    raise "#{said} has no #{expected}" unless said.include?(expected)
  end

  # The block of `service`: its command is one that can be run.
  def run(command) = (raise "#{command[0]} is not there" unless File.executable?(command[0]))

  def keep_alive(value) = (raise "keep_alive #{value}" unless value == true)
end

formula, tarball, PROCESSOR, prefix = ARGV
PREFIX = Pathname(File.expand_path(prefix))
tarball = File.expand_path(tarball)
load File.expand_path(formula)
facts = Stator.said
missing = %i[desc homepage version license url sha256] - facts.keys
raise "the formula lacks #{missing}" unless missing.empty?
raise "#{facts[:url]} is another file" unless File.basename(facts[:url]) == File.basename(tarball)
raise "the checksum is of another file" unless Digest::SHA256.file(tarball).hexdigest == facts[:sha256]

stator = Stator.new
Dir.mktmpdir do |unpacked|
  system("tar", "-xzf", tarball, "-C", unpacked, "--strip-components=1", exception: true)
  Dir.chdir(unpacked) { stator.install }
end
stator.instance_eval(&Stator.to_run)
stator.instance_eval(&Stator.to_test)
puts(Dir.glob("**/*", base: prefix).select { |file| File.file?(PREFIX / file) }.sort)
