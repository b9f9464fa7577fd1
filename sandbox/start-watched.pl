# Starts a command of the agent under a tracer, in a Landlock domain that the tracer is not in. The tracer has the agent's
# user, so nothing else would keep what the agent runs from its memory and from its pipe. In the domain a process can
# neither look into nor take over one outside of it, and files in the folder of the pipes cannot be opened for writing. A kernel
# without Landlock starts the command all the same; then only the record tells what was opened.
# Usage: perl start-watched.pl RUN     The command and its folder are in variables; tracer.ts has the reasons.
use strict;

require '/usr/local/lib/assay/confine.pl';

my ($NO_FOLDER, $NO_PROGRAM, $CANNOT_EXECUTE) = (125, 127, 126);

take_output_of(getppid);
my $folder = delete $ENV{ASSAY_CWD};
fail($NO_FOLDER, "/usr/bin/env: cannot change directory to '$folder': $!") unless chdir $folder;
my @command = command();
# Whatever is in the folder of the pipes cannot be written to.
enter_domain(entries('', 'run'), entries('/run', 'assay'), entries('/run/assay', 'trace'));
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
