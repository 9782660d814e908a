/**
 * Molecular dynamics of a crystal of argon, whose atoms' places are one distributed array. Begin
 * with {@link org.armci4j.examples.argon.Argon}.
 */
package org.armci4j.examples.argon;
