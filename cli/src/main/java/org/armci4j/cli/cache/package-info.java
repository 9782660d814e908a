/**
 * The folder of the user in which the command keeps what it makes once. It uses the JDK and the
 * bootstrap alone. Begin with {@link org.armci4j.cli.cache.UserCache}.
 */
package org.armci4j.cli.cache;
