/**
 * Command {@code armci bench papers}: the headline figures of the papers beside the same measures
 * of this system. {@link org.armci4j.lab.papers.PaperRows} lists the rows, {@link
 * org.armci4j.lab.papers.Experiment} the commands that measure them. Begin at {@link
 * org.armci4j.lab.papers.PapersBenchmark}.
 */
package org.armci4j.lab.papers;
