# Starts a command of the agent under a tracer, in a Landlock domain that the tracer is not in. The tracer has the agent's
# user, so nothing else would keep what the agent runs from its memory and from its pipe. In the domain a process can
# neither look into nor take over one outside of it (ptrace, and in /proc mem, fd, maps, environ and the like), and files in
# the folder of the pipes cannot be opened for writing. Everything else stays allowed. A kernel before 5.19, or one without
# Landlock, starts the command all the same; then only the record tells what was opened.
# In Perl, because it starts more quickly than Python and bash cannot make system calls.
# Usage: perl start-watched.pl RUN     The command and its folder are in variables; tracer.ts has the reasons.
use strict;

my ($CREATE_RULESET, $ADD_RULE, $RESTRICT_SELF) = (444, 445, 446);
my ($WRITE_FILE, $REFER) = (1 << 1, 1 << 13);
my $BENEATH_PATH = 1;
my $O_PATH = 0x200000;
my ($NO_FOLDER, $NO_PROGRAM, $CANNOT_EXECUTE) = (125, 127, 126);

take_output_of(getppid);
my $folder = delete $ENV{ASSAY_CWD};
fail($NO_FOLDER, "/usr/bin/env: cannot change directory to '$folder': $!") unless chdir $folder;
my @command = command();
enter_domain();
exec { $command[0] } @command or fail($!{ENOENT} ? $NO_PROGRAM : $CANNOT_EXECUTE, "$command[0]: $!");

sub take_output_of {
  my ($launcher) = @_;
  open STDIN, '<', "/proc/$launcher/fd/7" or die;
  open STDOUT, '>', "/proc/$launcher/fd/8" or die;
  open STDERR, '>', "/proc/$launcher/fd/9" or die;
}

sub fail {
  my ($code, $message) = @_;
  print STDERR "$message\n";
  exit $code;
}

sub command {
  my @command;
  while (defined(my $argument = delete $ENV{'ASSAY_ARGUMENT_' . @command})) { push @command, $argument }
  return @command;
}

sub enter_domain {
  my $rules = syscall $CREATE_RULESET, pack('Q', $WRITE_FILE | $REFER), 8, 0;
  return if $rules < 0;
  # Moving files between folders has to be allowed expressly.
  allow($rules, $REFER, '/');
  allow($rules, $WRITE_FILE, $_) for entries('', 'run'), entries('/run', 'assay'), entries('/run/assay', 'trace');
  syscall $RESTRICT_SELF, $rules, 0;
}

sub allow {
  my ($rules, $access, $path) = @_;
  sysopen my $place, $path, $O_PATH or return;
  syscall $ADD_RULE, $rules, $BENEATH_PATH, pack('Ql', $access, fileno $place), 0;
}

sub entries {
  my ($folder, $except) = @_;
  opendir my $listing, "$folder/" or return;
  return map { "$folder/$_" } grep { !/^\.\.?$/ && $_ ne $except } readdir $listing;
}
