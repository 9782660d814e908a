/**
 * Measures each protocol of a network, in one job that opens the runtime anew for each: the rows R2
 * to R12 of "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand".
 */
package org.armci4j.lab.protocol;
