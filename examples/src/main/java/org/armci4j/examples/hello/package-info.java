/** The smallest program: every rank says who it is. */
package org.armci4j.examples.hello;
