/** One loop in several forms, to see which of them the compiler makes fast. */
package org.armci4j.examples.loops;
