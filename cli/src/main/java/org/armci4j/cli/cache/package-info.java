/** The folder of the user in which the command keeps what it makes once. */
package org.armci4j.cli.cache;
