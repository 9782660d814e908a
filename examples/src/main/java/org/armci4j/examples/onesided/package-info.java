/**
 * Put, get and fetch-and-add between ranks, on one screen. It uses the core alone. Begin with
 * {@link org.armci4j.examples.onesided.OneSided}.
 */
package org.armci4j.examples.onesided;
