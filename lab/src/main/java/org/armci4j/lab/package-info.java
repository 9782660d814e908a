/**
 * Adds the lab's commands to {@code armci}; begin at {@link org.armci4j.lab.LabCommands}. Each
 * package below proves one thing. No program of a user needs them.
 */
package org.armci4j.lab;
