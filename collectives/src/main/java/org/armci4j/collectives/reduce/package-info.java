/** The inner loops of reductions: one per operation and type, with the Vector API and plain. */
package org.armci4j.collectives.reduce;
