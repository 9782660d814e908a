/** The smallest program: every rank prints its number. */
package org.armci4j.examples.hello;
