/** One loop in several forms, to compare how fast the compiler makes them. */
package org.armci4j.examples.loops;
