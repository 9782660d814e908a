/**
 * What each protocol of a network takes, in one job whose runtime is opened anew for each of them:
 * the rows R2 to R12 of "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand".
 */
package org.armci4j.lab.protocol;
