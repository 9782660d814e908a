package org.armci4j.collectives.selection;

/**
 * Names how ranks of one host reach buffers that they have found, where these are native memory.
 */
public enum NativeReach {
  /** Not at all: the call goes through the slots. */
  NONE,
  /** The kernel copies. */
  KERNEL
}
