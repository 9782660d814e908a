package org.armci4j.transport.verbs.device.port;

/**
 * Holds the user's settings of a path; the rest is chosen.
 *
 * @param device name, or null
 * @param port number, or 0
 * @param gidIndex index in the port's GID table, or -1
 * @param mtuBytes packet size, or 0
 */
public record GidRequest(String device, int port, int gidIndex, int mtuBytes) {
  /** A request without settings. */
  public static final GidRequest ANY = new GidRequest(null, 0, -1, 0);
}
