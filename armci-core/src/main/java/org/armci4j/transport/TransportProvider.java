package org.armci4j.transport;

import java.util.List;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.Settings;

/**
 * Makes a transport, or says why it cannot. Found through {@link java.util.ServiceLoader}.
 *
 * <p>Selection at set-up takes the available provider of the lowest {@link #order} that {@linkplain
 * #joins joins} all ranks, unless the setting {@code transport} names one. Where {@code local} or
 * {@code shm} can serve, they come before all others.
 */
public interface TransportProvider {
  /**
   * Tells whether a transport can be used, and the reason.
   *
   * @param yes true when it can
   * @param reason one line for a person: what was found, or what is missing
   */
  record Availability(boolean yes, String reason) {}

  /**
   * Returns the transport's name.
   *
   * @return a short lower-case word
   */
  String name();

  /**
   * Returns the transport's position in the automatic selection.
   *
   * @return lower comes first
   */
  int order();

  /**
   * Returns whether this machine has what the transport needs. Cheap: loads only what the answer
   * requires.
   *
   * @param settings the effective settings
   * @return yes or why not
   */
  Availability availability(Settings settings);

  /**
   * Returns the settings with the defaults that {@code armci tune} has found for this machine.
   *
   * @param settings the effective settings
   * @return the same settings for a transport that has nothing to tune
   */
  default Settings tuned(Settings settings) {
    return settings;
  }

  /**
   * Lists what the transport could use on this machine, for people: one row each, all with equally
   * many cells.
   *
   * @param settings the effective settings
   * @return none for a transport that has no choice
   */
  default List<List<String>> choices(Settings settings) {
    return List.of();
  }

  /**
   * Returns whether the transport can move data between these places.
   *
   * @param places where each rank of the job lives
   * @return true when every pair of ranks is served
   */
  boolean joins(List<Place> places);

  /**
   * Returns in words the condition of {@link #joins}, and what to change where it does not hold.
   */
  default String reach() {
    return "it does not reach every rank";
  }

  /**
   * Opens the transport for one rank. Collective over the job.
   *
   * @param bootstrap for exchanging addresses
   * @param settings the effective settings
   * @param places where each rank of the job lives
   * @return the transport
   */
  Transport open(Bootstrap bootstrap, Settings settings, List<Place> places);
}
