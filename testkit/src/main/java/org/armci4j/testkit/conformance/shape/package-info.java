/** Random shapes of transfers, and a byte-by-byte model of them. */
package org.armci4j.testkit.conformance.shape;
