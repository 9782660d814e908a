package org.armci4j.transport;

/**
 * Copies between this process and others of the same user on this host. The kernel makes each copy
 * in one step, from any memory to any. The system may forbid it, so a rank asks {@link #canRead}
 * first. Used by one thread at a time. A copy allocates nothing.
 *
 * <p>A copy that the kernel refuses does no harm: the kernel checks the addresses before it touches
 * memory, so nothing faults. The call returns the system's error number, as the caller knows the
 * rank and the operation.
 */
public interface ProcessMemory {
  /** Result of a copy that is done. */
  int DONE = 0;

  /** Result of a copy when the other process has ended: ESRCH. */
  int NO_SUCH_PROCESS = 3;

  /**
   * Returns whether a process lets this one read its memory.
   *
   * @param processId the other process, or this one
   * @param address of a word of eight bytes in its memory
   * @param expected the value the word must hold: another process may have taken the same number
   * @return true when the word was read and holds that value
   */
  boolean canRead(int processId, long address, long expected);

  /**
   * Copies from another process to this one.
   *
   * @param processId the other process
   * @param address first byte in its memory
   * @param to first byte in this process's memory
   * @param sizeBytes how many bytes
   * @return {@link #DONE}, or the system's error; then any part of the bytes may have been copied
   */
  int read(int processId, long address, long to, long sizeBytes);

  /**
   * Copies from this process to another.
   *
   * @param processId the other process
   * @param address first byte in its memory
   * @param from first byte in this process's memory
   * @param sizeBytes how many bytes
   * @return {@link #DONE}, or the system's error; then any part of the bytes may have been copied
   */
  int write(int processId, long address, long from, long sizeBytes);
}
