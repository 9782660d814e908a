/**
 * Heat in a plate, with halos that neighbours put. It uses the core and a collective. Begin with
 * {@link org.armci4j.examples.heat.Heat}.
 */
package org.armci4j.examples.heat;
