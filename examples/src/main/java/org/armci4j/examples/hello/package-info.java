/**
 * The smallest program: every rank says who it is. It uses the core alone. Begin with {@link
 * org.armci4j.examples.hello.Hello}.
 */
package org.armci4j.examples.hello;
