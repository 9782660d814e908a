package org.armci4j.transport.verbs.device.ibv;

/** Translates the error numbers of libibverbs and its providers to text. */
public final class Errno {
  public static final int EPERM = 1;
  public static final int EINTR = 4;
  public static final int EAGAIN = 11;
  public static final int ENOMEM = 12;
  public static final int EFAULT = 14;
  public static final int ENOSYS = 38;

  private Errno() {}

  public static String text(int errno) {
    String text =
        switch (errno) {
          case EPERM -> "EPERM, operation not permitted";
          case 2 -> "ENOENT, no such file";
          case EINTR -> "EINTR, interrupted by a signal";
          case 5 -> "EIO, input or output error";
          case 6 -> "ENXIO, no such device";
          case 9 -> "EBADF, bad file descriptor";
          case EAGAIN -> "EAGAIN, not available now";
          case ENOMEM -> "ENOMEM, out of memory or of a limited resource";
          case 13 -> "EACCES, permission denied";
          case EFAULT -> "EFAULT, bad address";
          case 16 -> "EBUSY, still in use";
          case 19 -> "ENODEV, no such device";
          case 22 -> "EINVAL, invalid argument, or beyond the device's limits";
          case 28 -> "ENOSPC, no space left on the device";
          case ENOSYS -> "ENOSYS, not there in this kernel or device";
          case 95 -> "EOPNOTSUPP, not supported by the device";
          case 101 -> "ENETUNREACH, network unreachable";
          case 110 -> "ETIMEDOUT, timed out";
          case 113 -> "EHOSTUNREACH, host unreachable";
          default -> "see errno(3)";
        };
    return "errno " + errno + " (" + text + ")";
  }
}
