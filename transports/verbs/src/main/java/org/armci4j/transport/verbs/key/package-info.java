/**
 * The keys by which a device knows memory: those of other ranks' memory, on each rail, and those of
 * the local data of a transfer, which is registered and kept where that pays.
 */
package org.armci4j.transport.verbs.key;
