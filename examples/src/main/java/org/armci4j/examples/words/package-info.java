/**
 * What the examples that touch single words share: words of all ranks by one number, loops in
 * virtual threads, and times. Begin with {@link org.armci4j.examples.words.SpreadWords}.
 */
package org.armci4j.examples.words;
