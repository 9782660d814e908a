/** Heat in a plate, with halos that neighbours put. */
package org.armci4j.examples.heat;
