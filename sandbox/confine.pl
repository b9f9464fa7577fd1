# Keeps what an agent runs out of the processes of its own user that started it. Loaded by the programs that start others.
# In Perl, because it starts more quickly than Python and bash cannot make system calls.
use strict;

my ($CREATE_RULESET, $ADD_RULE, $RESTRICT_SELF) = (444, 445, 446);
my ($WRITE_FILE, $REFER) = (1 << 1, 1 << 13);
my $ASK_VERSION = 1;
my ($SCOPES_SINCE, $SIGNALS) = (6, 1 << 1);
my $BENEATH_PATH = 1;
my $O_PATH = 0x200000;

# Enters a Landlock domain: from now on this process, and all that it starts, can neither look into nor take over one outside of it
# (ptrace, and in /proc mem, fd, maps, environ and the like), and can open files for writing only below the given paths. Everything
# else stays allowed. A kernel before 5.19, or one without Landlock, has no domains.
sub enter_domain {
  enter(pack('Q', $WRITE_FILE | $REFER), @_);
}

# The same, and nothing in the domain can stop or end a process outside of it either, if the kernel is 6.12 or newer.
sub enter_domain_of_its_own {
  my $version = syscall $CREATE_RULESET, 0, 0, $ASK_VERSION;
  return enter_domain(@_) if $version < $SCOPES_SINCE;
  enter(pack('QQQ', $WRITE_FILE | $REFER, 0, $SIGNALS), @_);
}

sub enter {
  my ($handled, @writable) = @_;
  my $rules = syscall $CREATE_RULESET, $handled, length $handled, 0;
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
