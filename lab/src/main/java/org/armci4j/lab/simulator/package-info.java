/** {@code armci simulate}: its requests and its output. */
package org.armci4j.lab.simulator;
