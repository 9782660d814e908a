/**
 * Finds ranks that call different collectives. It compares descriptions of calls through memory of
 * its own, and uses no algorithm. Begin with {@link org.armci4j.collectives.check.CallCheck}.
 */
package org.armci4j.collectives.check;
