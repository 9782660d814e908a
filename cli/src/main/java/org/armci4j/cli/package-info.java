/**
 * The {@code armci} command: what its subcommands are asked for, and how they answer. It starts
 * jobs through {@code org.armci4j.bootstrap.launch}, and finds transports and settings by service
 * loader. Begin with {@link org.armci4j.cli.Main}; each subcommand is a class named after it, such
 * as {@code InfoCommand}.
 */
package org.armci4j.cli;
