package org.armci4j.collectives.cost;

/**
 * A machine in LogGP's terms: hosts of some ranks each, and what connects them.
 *
 * @param inside what messages cost between ranks of one host
 * @param between what they cost between hosts
 * @param hopNanos how much longer a message takes for each further link on its way
 * @param turnNanos how long a core stays with one of the ranks that share it
 */
public record MachineModel(LogGP inside, LogGP between, double hopNanos, double turnNanos) {
  /**
   * Returns a host of today whose ranks load and store each other's memory, and a network of 100
   * Gbit/s with RDMA. What a network moves, it reads from the memory itself.
   */
  public static MachineModel typical() {
    return new MachineModel(
        new LogGP(100, 120, 90, 0, 0, 0.1, 0.1, 0.1, 0.15, 15),
        new LogGP(100, 1000, 150, 50, 0.08, 0, 0, 0.1, 0.15, 15),
        100,
        3000);
  }

  /** Returns the machine as ranks see it that share a host's cores. */
  public MachineModel onSharedCores(double ranksPerCore) {
    return new MachineModel(
        inside.onSharedCores(ranksPerCore, turnNanos),
        between.onSharedCores(ranksPerCore, turnNanos),
        hopNanos,
        turnNanos);
  }

  /** Returns the machine as a group sees it whose long puts go in pieces of another length. */
  public MachineModel inPieces(long pieceBytes) {
    return new MachineModel(
        inside.inPieces(pieceBytes), between.inPieces(pieceBytes), hopNanos, turnNanos);
  }

  /** Returns the level on which two ranks meet. */
  public LogGP level(boolean onOneHost) {
    return onOneHost ? inside : between;
  }
}
