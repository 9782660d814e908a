package org.armci4j.transport.verbs.device;

/**
 * Reports that memory could not be registered because a process of this user may not lock so much.
 * Transfers that copy through memory that is already registered still work.
 */
public final class LockedMemoryException extends VerbsException {
  private static final long serialVersionUID = 1L;

  LockedMemoryException(String operation, String device, int errno, String limit) {
    super(
        operation,
        device,
        errno,
        "; registered memory is locked in RAM, and the limit of locked memory is "
            + limit
            + ": raise it (ulimit -l unlimited in the shell, LimitMEMLOCK=infinity in a systemd"
            + " unit, memlock in /etc/security/limits.conf, --ulimit memlock=-1 for a container)");
  }
}
