/**
 * Events of the JDK's Flight Recorder for what a rank does, in jobs with the setting {@code
 * flightEvents} alone; no other job loads a class of this package or of the recorder. Begin with
 * {@link org.armci4j.profile.flight.FlightEvents}. Names and fields of the events stand in the page
 * on debugging.
 */
package org.armci4j.profile.flight;
