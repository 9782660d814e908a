/**
 * Adds the lab's commands to {@code armci}; begin at {@link org.armci4j.lab.LabCommands}. Each
 * package below proves one thing, and none is used by a program of a user.
 */
package org.armci4j.lab;
