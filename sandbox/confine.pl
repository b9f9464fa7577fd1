# Keeps what an agent runs out of the processes of its own user that started it. Loaded by the programs that start others.
# In Perl, because it starts more quickly than Python and bash cannot make system calls.
use strict;

my ($CREATE_RULESET, $ADD_RULE, $RESTRICT_SELF) = (444, 445, 446);
my ($WRITE_FILE, $REFER) = (1 << 1, 1 << 13);
my $BENEATH_PATH = 1;
my $O_PATH = 0x200000;

# Enters a Landlock domain: from now on this process, and all that it starts, can neither look into nor take over one outside of it
# (ptrace, and in /proc mem, fd, maps, environ and the like), and can open files for writing only below the given paths. Everything
# else stays allowed. A kernel before 5.19, or one without Landlock, has no domains.
sub enter_domain {
  my @writable = @_;
  my $rules = syscall $CREATE_RULESET, pack('Q', $WRITE_FILE | $REFER), 8, 0;
  return if $rules < 0;
  # Moving files between folders has to be allowed expressly.
  allow($rules, $REFER, '/');
  allow($rules, $WRITE_FILE, $_) for @writable;
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

1;
