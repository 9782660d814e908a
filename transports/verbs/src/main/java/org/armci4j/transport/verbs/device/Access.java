package org.armci4j.transport.verbs.device;

import org.armci4j.transport.verbs.device.ibv.Ibv;

/**
 * Names the permissions of a registration or a queue pair, to be combined by or (enum
 * ibv_access_flags).
 */
public final class Access {
  /** The device may write, for a read's or an atomic's result or a receive. */
  public static final int LOCAL_WRITE = Ibv.IBV_ACCESS_LOCAL_WRITE;

  /** Others may write; needs {@link #LOCAL_WRITE}. */
  public static final int REMOTE_WRITE = Ibv.IBV_ACCESS_REMOTE_WRITE;

  /** Others may read. */
  public static final int REMOTE_READ = Ibv.IBV_ACCESS_REMOTE_READ;

  /** Others may update atomically; needs {@link #LOCAL_WRITE}. */
  public static final int REMOTE_ATOMIC = Ibv.IBV_ACCESS_REMOTE_ATOMIC;

  /** All permissions. */
  public static final int ALL = LOCAL_WRITE | REMOTE_WRITE | REMOTE_READ | REMOTE_ATOMIC;

  private Access() {}
}
