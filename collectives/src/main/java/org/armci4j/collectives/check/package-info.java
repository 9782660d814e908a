/** Finds ranks that call different collectives. */
package org.armci4j.collectives.check;
