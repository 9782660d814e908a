/** What a program does before it is measured as one that has not just begun. */
package org.armci4j.benchmarks.mix;
