/** {@code armci simulate}: what it is asked for, and what it says. */
package org.armci4j.lab.simulator;
