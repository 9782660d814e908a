/**
 * The {@code armci} command: what its subcommands are asked for, and how they answer. Jobs are
 * started by the launcher in {@code org.armci4j.bootstrap.launch}.
 */
package org.armci4j.cli;
