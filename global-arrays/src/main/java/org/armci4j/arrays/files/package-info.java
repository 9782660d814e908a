/**
 * Files that ranks write and read together, knowing no array: NumPy's format, blocks in it, steps
 * that succeed or fail on all ranks, and checksums of files that have several writers.
 */
package org.armci4j.arrays.files;
