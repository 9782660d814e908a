/** Random shapes of transfers, and what a transfer of them means, byte by byte. */
package org.armci4j.testkit.conformance.shape;
