/** A plate whose heat the ranks that are left, or new ones, go on to spread when others fail. */
package org.armci4j.examples.survivors;
