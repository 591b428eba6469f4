/** The {@code mq} channel: messages to RabbitMQ, through emitters of reactive messaging, with publisher confirms. */
package io.quarkiverse.localtask.runtime.channel.mq;
