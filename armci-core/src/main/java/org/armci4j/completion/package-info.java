/** Put with completion: puts that both sides hear of through events, with flow control. */
package org.armci4j.completion;
