# Starts the agent program as what it is: the one process of which the harness asks whether it holds a connection. What it starts
# has its user, so nothing else would keep that from speaking in its place: it can neither look into the shell that is asked, nor
# change the program by ptrace or by its memory.
# Usage: perl start-program.pl COMMAND [ARGUMENT…]
use strict;
use Config;
require '/usr/local/lib/assay/confine.pl';

my ($LOAD_WORD, $SKIP_UNLESS, $RETURN) = (0x20, 0x15, 0x06);
my ($ALLOW, $NOT_PERMITTED) = (0x7fff0000, 0x00050001);
my ($SET_SECCOMP, $FILTER) = (22, 2);
my %CALLS = (
  x86_64 => {prctl => 157, ptrace => 101, process_vm_writev => 311},
  aarch64 => {prctl => 167, ptrace => 117, process_vm_writev => 271},
);
my ($NO_PROGRAM, $CANNOT_EXECUTE) = (127, 126);

enter_domain_of_its_own(entries('', 'proc'));
leave_others_alone();
exec { $ARGV[0] } @ARGV or do {
  print STDERR "$ARGV[0]: $!\n";
  exit($!{ENOENT} ? $NO_PROGRAM : $CANNOT_EXECUTE);
};

# Refuses, in this process and all that it starts, the calls by which one changes another that it can look into. The sandbox's own
# filter takes calls of the machine's architecture alone.
sub leave_others_alone {
  my ($architecture) = split /-/, $Config{archname};
  my $calls = $CALLS{$architecture} or return;
  my $filter = join '', map { pack 'SCCL', @$_ } (
    [$LOAD_WORD, 0, 0, 0],
    [$SKIP_UNLESS, 1, 0, $calls->{ptrace}],
    [$SKIP_UNLESS, 0, 1, $calls->{process_vm_writev}],
    [$RETURN, 0, 0, $NOT_PERMITTED],
    [$RETURN, 0, 0, $ALLOW],
  );
  syscall $calls->{prctl}, $SET_SECCOMP, $FILTER, pack('Sx6P', length($filter) / 8, $filter), 0, 0;
}
